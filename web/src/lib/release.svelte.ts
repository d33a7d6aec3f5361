/** Keeps the page for use without a connection where it lies on a static host, and offers a new release. */

/** Milliseconds between two looks for a new release. */
const EVERY = 3_600_000;

/** Milliseconds in which a service worker says which release it keeps. */
const PATIENCE = 2_000;

/** The release of the page on show. */
function shown(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? "";
}

/** The release that a service worker keeps; null of one that does not say. */
function releaseOf(worker: ServiceWorker): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    setTimeout(() => resolve(null), PATIENCE);
    worker.postMessage("which release", [port2]);
  });
}

/** Resolves once nothing else waits for the processor, the first view least of all: all files of the page are to be fetched and kept. */
function idle(): Promise<void> {
  return new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(() => resolve(), { timeout: PATIENCE }) : setTimeout(resolve)));
}

class Release {
  /** A new release is ready, and waits to be taken. */
  isReady = $state(false);
  private registration: ServiceWorkerRegistration | null = null;

  /** Only the build for static hosts has a service worker. */
  async keep(): Promise<void> {
    if (import.meta.env.MODE !== "site" || !("serviceWorker" in navigator)) return;
    await idle();
    const registration = await navigator.serviceWorker.register("./service-worker.js", { updateViaCache: "none" }).catch(() => null);
    if (!registration) return;
    this.registration = registration;
    const look = async (): Promise<void> => {
      const { waiting } = registration;
      // the page itself comes from the network first, so it may be of the release that waits
      this.isReady = waiting !== null && navigator.serviceWorker.controller !== null && (await releaseOf(waiting)) !== shown();
    };
    const watch = (): void => registration.installing?.addEventListener("statechange", () => void look());
    void look();
    watch(); // the look for a new release may have begun before
    registration.addEventListener("updatefound", watch);
    const again = (): void => void registration.update().catch(() => undefined);
    setInterval(again, EVERY);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && again());
  }

  /** Load the new release. */
  take(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), { once: true });
    this.registration?.waiting?.postMessage("take over");
  }
}

export const release = new Release();
