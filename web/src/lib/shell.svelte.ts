/** What the views tell the shell of the page. */

class Shell {
  /** Games that are on: their dock stands in place of the navigation. */
  games = $state(0);
}

export const shell = new Shell();
