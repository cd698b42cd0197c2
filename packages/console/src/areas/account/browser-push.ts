import { registeredWorker, registerWorker } from '../../site/worker'

/** Whether this browser can show messages, and whether it may. */
export type PushAbility = 'none' | 'blocked' | 'able'

export function pushAbility(): PushAbility {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'none'
  return Notification.permission === 'denied' ? 'blocked' : 'able'
}

/**
 * Asks the person, then the browser's push service, for an endpoint to send messages to.
 * @param key of the server, in base64url
 * @returns `null` where the person does not want them
 * @throws the browser's error, where its push service is out of reach
 */
export async function subscribe(
  key: string,
): Promise<{ endpoint: string; p256dh: string; auth: string } | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const worker = await registerWorker()
  if (worker === null) return null
  await navigator.serviceWorker.ready
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = made.toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}

/** Nothing more comes, whatever the server still holds. */
export async function unsubscribe(): Promise<void> {
  const worker = await registeredWorker()
  const known = await worker?.pushManager.getSubscription()
  await known?.unsubscribe()
}
