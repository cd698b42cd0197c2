import type { Readable } from 'node:stream'
import type { AnyCall } from '@coldkeep/contract/call'
import type { EventContent, EventShapes, FileContent } from '@coldkeep/contract/content'
import type * as z from 'zod/mini'
import type { SignedIn } from '../access/signed-in'

/** What a handler of the call `C` returns. */
export type Answered<C extends AnyCall> = C['answer'] extends FileContent
  ? FileAnswer
  : C['answer'] extends EventContent<infer Events>
    ? EventsAnswer<Events>
    : z.output<C['answer']>

/** A file as a call answers with it. */
export type FileAnswer = BytesAnswer | StreamAnswer | BatchesAnswer | KeptAnswer

/** One that is in memory. */
export interface BytesAnswer {
  readonly from: 'memory'
  readonly bytes: Uint8Array
  /** Where the call leaves it open. */
  readonly type?: string
  /** A strong validator: who has that content already is not sent it. */
  readonly etag?: string
}

/** One that is read or made while it is sent. It ends when the reader disconnects. */
export interface StreamAnswer {
  readonly from: 'stream'
  readonly stream: Readable
  /** Where both are known, it is offered to be saved. The name is of letters, digits, dots and dashes. */
  readonly saved?: { readonly name: string; readonly size: number }
}

/**
 * One that is made batch by batch while it is sent. Each batch of a heavy call waits for its own turn, so that a long
 * file holds no one else up, and none is made before the reader has taken the ones before.
 */
interface BatchesAnswer {
  readonly from: 'batches'
  readonly batches: AsyncIterable<string>
}

/** One on the disk, of which ranges can be requested. */
export interface KeptAnswer {
  readonly from: 'disk'
  readonly folder: string
  /** In the folder. */
  readonly fileName: string
  /** As it is offered to be saved; any text. */
  readonly name: string
  readonly type: string | null
  /** A strong validator, where the name of the file changes with its content; left out: that of its size and time. */
  readonly etag?: string
}

/** One event, in our own words. */
export type EventDraft<Events extends EventShapes> = {
  readonly [Name in keyof Events]: {
    readonly event: Name
    readonly content: z.output<Events[Name]>
    /** By which the listener can go on after it; `null` where it cannot. */
    readonly name: string | null
  }
}[keyof Events]

/** A stream of events as a call answers with it. */
export interface EventsAnswer<Events extends EventShapes> {
  /** How things are, for who does not listen. */
  now(): Promise<readonly EventDraft<Events>[]>
  /** Hears what happens from this moment on. */
  listen(line: EventLine<Events>): Listening<Events>
}

/** The way to who listens. */
export interface EventLine<Events extends EventShapes> {
  /** The name of the last event that the listener had. */
  readonly last: string | null
  send(events: readonly EventDraft<Events>[]): void
  /** The listener comes back and goes on from there. @param error why something could not be sent */
  end(error?: unknown): void
}

/** Whatever hears for a listener, until it is stopped. */
export interface Listening<Events extends EventShapes> {
  /** How things are: what is sent first. */
  opening(): Promise<readonly EventDraft<Events>[]>
  /** The opening has been sent: what was heard in the meantime follows, and what comes. */
  begin(): void
  /** Who listens, with the rights of this moment. */
  renewed(user: SignedIn): void
  stop(): void
}
