const WORKER = '/worker.js'

/**
 * The one worker of this browser, which takes the place of any that an older build left.
 * @returns `null` where there can be none
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  // read anew each time, so that a mended one is not held up
  return (await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })) ?? null
}

export async function registeredWorker(): Promise<ServiceWorkerRegistration | null> {
  return (await navigator.serviceWorker?.getRegistration(WORKER)) ?? null
}
