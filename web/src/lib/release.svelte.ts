/** Keeps the page for use without a connection where it lies on a static host, and offers a new release. */

/** Milliseconds between two looks for a new release. */
const EVERY = 3_600_000;

class Release {
  /** A new release is ready, and waits to be taken. */
  isReady = $state(false);
  private registration: ServiceWorkerRegistration | null = null;

  /** Only the build for static hosts has a service worker. */
  async keep(): Promise<void> {
    if (import.meta.env.MODE !== "site" || !("serviceWorker" in navigator)) return;
    const registration = await navigator.serviceWorker.register("./service-worker.js", { updateViaCache: "none" }).catch(() => null);
    if (!registration) return;
    this.registration = registration;
    const look = (): void => {
      this.isReady = registration.waiting !== null && navigator.serviceWorker.controller !== null;
    };
    const watch = (): void => registration.installing?.addEventListener("statechange", look);
    look();
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
