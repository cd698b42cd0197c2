import { createECDH, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { signInByForm } from './support/sign-in'
import { walk } from './support/walk'

/** The person and the push service are stand-ins; everything else is the browser's own. */
function answerAsOthers(subscription: unknown): void {
  let permission: NotificationPermission = 'default'
  Object.defineProperty(Notification, 'permission', { get: () => permission })
  Notification.requestPermission = async () => {
    permission = 'granted'
    return permission
  }
  const made = { toJSON: () => subscription, unsubscribe: async () => true } as unknown as PushSubscription
  PushManager.prototype.subscribe = async () => made
  PushManager.prototype.getSubscription = async () => made
}

walk(
  'messages are switched on in a browser, show while nothing is open, and are switched off',
  async ({ page, server, signIn, open, tolerate, expectNoBarriers }) => {
    // the page may be asking in the moment in which the sign-in ends
    tolerate(/status of 401/)
    const keys = {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }
    await page.addInitScript(answerAsOthers, { endpoint: 'https://push.example/walk', keys })
    await signIn('owner')
    await open('/Account')
    const card = page.getByRole('region', { name: 'How you are notified' })
    await card.getByText('Messages in this browser').waitFor()
    const devtools = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ isDeleted }) => !isDeleted)
        if (own) resolve(own.registrationId)
      })
    })
    await devtools.send('ServiceWorker.enable')
    await card.getByRole('button', { name: 'Switch on' }).click()
    await card.getByText(/^On\. Alarms sent to you/).waitFor()
    await expectNoBarriers()

    const message = { title: 'Critical: Alder Street', body: 'Freezer 1 is too warm', url: null, tag: '7' }
    const [worker] = page.context().serviceWorkers()
    // a browser without windows shows nothing, so what it is given to show is checked
    await worker?.evaluate(() => {
      const scope = globalThis as unknown as { shown: unknown[]; registration: ServiceWorkerRegistration }
      scope.shown = []
      scope.registration.showNotification = async (title, options) =>
        void scope.shown.push([title, options?.body])
    })
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: server.address,
      registrationId: await registered,
      data: JSON.stringify(message),
    })
    const shown = () => worker?.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown)
    await expect.poll(shown).toEqual([[message.title, message.body]])

    // they end with the sign-in, and go on with the next one of the same account
    await page.getByRole('button', { name: 'Account: Olga' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/login**')
    await signInByForm(page, server.signIns.owner)
    await open('/Account')
    await card.getByText(/^On\. Alarms sent to you/).waitFor()

    await card.getByRole('button', { name: 'Switch off' }).click()
    await card.getByText(/^Off\. When on/).waitFor()

    // the account may switch this channel off in every browser
    const channel = card.getByRole('switch', { name: 'Browser message' })
    await channel.click()
    await card.getByText('Messages in this browser').waitFor({ state: 'detached' })
    await page.reload()
    await expect.poll(() => channel.isChecked()).toBe(false)
    await channel.click()
    await card.getByText(/^Off\. When on/).waitFor()
  },
  { serviceWorkers: 'allow' },
)
