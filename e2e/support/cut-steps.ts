/** Where a browser is killed: at the so-many-th time that a page comes to something. */
export interface Cut {
  readonly step: string
  readonly nth: number
}

/**
 * Each moment of a photo on its way: what the page calls, waits for, and is answered; before and after. Of transactions the
 * first one keeps the photo, the second one takes it away once the service has it.
 */
export const cuts: readonly Cut[] = [
  { step: 'bytes are read', nth: 1 },
  { step: 'picture is decoded', nth: 1 },
  { step: 'picture was decoded', nth: 1 },
  { step: 'picture was drawn', nth: 1 },
  { step: 'bytes are read', nth: 2 },
  { step: 'transaction is opened', nth: 1 },
  { step: 'row is put', nth: 1 },
  { step: 'row is put', nth: 2 },
  { step: 'transaction is complete', nth: 1 },
  { step: 'rows are read', nth: 1 },
  { step: 'lock is asked for', nth: 1 },
  { step: 'lock is held', nth: 1 },
  { step: 'rows are read', nth: 3 },
  { step: 'upload begins', nth: 1 },
  { step: 'upload has begun', nth: 1 },
  { step: 'upload goes on', nth: 1 },
  { step: 'upload is over', nth: 1 },
  { step: 'answer is there', nth: 1 },
  { step: 'transaction is opened', nth: 2 },
  { step: 'row is removed', nth: 1 },
  { step: 'row is removed', nth: 2 },
  { step: 'transaction is complete', nth: 2 },
  { step: 'case is read again', nth: 1 },
  { step: 'lock is left', nth: 1 },
]

/** What the page is given by whoever holds the browser. */
interface Armed {
  cut: Cut | null
}
interface Hold {
  /** The page stands still at the cut until its browser is killed. */
  cutHere(step: string): void
  /** The device has said that the photo is on its disk. */
  photoIsKept(): void
  armed: Armed
}

/** Runs in the page before its own code, and comes between it and the browser. */
export function watchSteps(): void {
  const hold = globalThis as unknown as Hold
  const seen = new Map<string, number>()
  hold.armed = { cut: null }
  const at = (step: string) => {
    const { cut } = hold.armed
    if (cut === null) return
    const nth = (seen.get(step) ?? 0) + 1
    seen.set(step, nth)
    if (cut.step !== step || cut.nth !== nth) return
    hold.cutHere(step)
    for (const until = performance.now() + 60_000; performance.now() < until; );
  }
  const around = <Target extends object>(
    target: Target,
    name: keyof Target,
    make: (original: (...given: unknown[]) => unknown) => (this: unknown, ...given: unknown[]) => unknown,
  ) => {
    target[name] = make(target[name] as never) as never
  }
  const before = <Target extends object>(target: Target, name: keyof Target, step: string) =>
    around(
      target,
      name,
      (original) =>
        function (...given) {
          at(step)
          return original.apply(this, given)
        },
    )

  // what opens the console without a network is not what this is about
  ServiceWorkerContainer.prototype.register = () => new Promise(() => {})
  before(Blob.prototype, 'arrayBuffer', 'bytes are read')
  around(globalThis, 'createImageBitmap', (original) => async (...given) => {
    at('picture is decoded')
    const picture = await original(...given)
    at('picture was decoded')
    return picture
  })
  around(
    HTMLCanvasElement.prototype,
    'toBlob',
    (original) =>
      function (tell, ...given) {
        const told = (blob: unknown) => {
          at('picture was drawn')
          ;(tell as (blob: unknown) => void)(blob)
        }
        return original.call(this, told, ...given)
      },
  )
  const keeping = new WeakSet<IDBTransaction>()
  around(
    IDBDatabase.prototype,
    'transaction',
    (original) =>
      function (names, mode, ...given) {
        const transaction = original.call(this, names, mode, ...given) as IDBTransaction
        const isOfQueue = [names].flat().includes('waiting')
        if (mode !== 'readwrite') {
          if (isOfQueue) at('rows are read')
          return transaction
        }
        if (!isOfQueue) return transaction
        transaction.addEventListener('complete', () => {
          // one that only removes what was sent keeps nothing
          if (hold.armed.cut !== null && keeping.has(transaction)) hold.photoIsKept()
          at('transaction is complete')
        })
        at('transaction is opened')
        return transaction
      },
  )
  const ofQueue = (store: unknown) => ['waiting', 'bytes'].includes((store as IDBObjectStore).name)
  around(
    IDBObjectStore.prototype,
    'put',
    (original) =>
      function (...given) {
        const store = this as IDBObjectStore
        if (ofQueue(store)) {
          keeping.add(store.transaction)
          at('row is put')
        }
        return original.apply(this, given)
      },
  )
  around(
    IDBObjectStore.prototype,
    'delete',
    (original) =>
      function (...given) {
        if (ofQueue(this)) at('row is removed')
        return original.apply(this, given)
      },
  )
  around(
    LockManager.prototype,
    'request',
    (original) =>
      async function (this: unknown, name, work) {
        at('lock is asked for')
        const done = await original.call(this, name, (...held: unknown[]) => {
          at('lock is held')
          return (work as (...given: unknown[]) => unknown)(...held)
        })
        at('lock is left')
        return done
      },
  )
  around(
    XMLHttpRequest.prototype,
    'open',
    (original) =>
      function (this: unknown, ...given) {
        const request = this as XMLHttpRequest
        request.upload.addEventListener('progress', () => at('upload goes on'))
        request.upload.addEventListener('load', () => at('upload is over'))
        request.addEventListener('load', () => at('answer is there'))
        return original.apply(this, given)
      },
  )
  around(
    XMLHttpRequest.prototype,
    'send',
    (original) =>
      function (...given) {
        at('upload begins')
        original.apply(this, given)
        at('upload has begun')
        return undefined
      },
  )
  around(globalThis, 'fetch', (original) => (...given) => {
    if (/\/fix\/cases\/\d+$/.test(String(given[0]))) at('case is read again')
    return original(...given)
  })
}
