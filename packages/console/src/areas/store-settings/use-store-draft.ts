import {
  discardStoreDraft,
  getStoreSettings,
  type StoreSettings,
  saveStoreDraft,
} from '@coldkeep/contract/areas/store-settings'
import type { Answer } from '@coldkeep/contract/call'
import type { StoreId } from '@coldkeep/domain/ids'
import { isSame, mergeAnswers } from '@coldkeep/domain/organisation/merge-answers'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallProblem, isRowChanged } from '../../api/call-problem'
import { send } from '../../api/send'

export type CurrentSettings = Answer<typeof getStoreSettings>
export type SavedDraft = NonNullable<CurrentSettings['draft']>

/** A change is sent once the typing rests. */
const REST_MS = 700
const AGAIN_MS = 5_000

/** Answers, and the settings when they were begun. */
export interface DraftAnswers {
  readonly base: StoreSettings
  readonly content: StoreSettings
}

/**
 * The draft of a store: changed at once here, kept on the server a moment later. What could not be kept is
 * tried again until it is; one that someone else has saved in the meantime is not overwritten unasked.
 */
export function useStoreDraft(store: StoreId | null, { present, draft }: CurrentSettings) {
  const [answers, setAnswers] = useState(() => answersOf(present, draft))
  const [saved, setSaved] = useState(draft)
  const [isUnsaved, setUnsaved] = useState(false)
  const [theirs, setTheirs] = useState<SavedDraft | null>(null)
  const state = useRef({ answers, saved, isDirty: false, isHeld: false })
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<boolean> | null>(null)

  const save = useCallback((): Promise<boolean> => {
    running.current ??= saveAll().finally(() => {
      running.current = null
    })
    return running.current

    async function saveAll(): Promise<boolean> {
      const now = state.current
      while (now.isDirty && !now.isHeld) {
        now.isDirty = false
        try {
          const body = { storeId: store, ...now.answers, revision: now.saved?.revision ?? null }
          now.saved = await send(saveStoreDraft, { body })
          setSaved(now.saved)
          setUnsaved(now.isDirty)
        } catch (error) {
          now.isDirty = true
          setUnsaved(true)
          if (!(error instanceof CallProblem)) throw error
          if (error.code === 'draft.unknown') now.saved = null
          else {
            if (isRowChanged(error)) await readTheirs()
            return false
          }
        }
      }
      return !now.isDirty
    }

    async function readTheirs(): Promise<void> {
      const now = state.current
      const { draft: other } = await send(getStoreSettings, { query: { storeId: store } })
      now.isHeld = other !== null
      if (other === null) now.saved = null
      setTheirs(other)
    }
  }, [store])

  const put = (next: DraftAnswers) => {
    clearTimeout(resting.current)
    resting.current = setTimeout(() => void save(), REST_MS)
    state.current.answers = next
    state.current.isDirty = true
    setAnswers(next)
    setUnsaved(true)
  }

  useTryingAgain(isUnsaved, save)
  useEffect(() => () => void save(), [save])

  return {
    ...answers,
    saved,
    isUnsaved,
    theirs,
    save,
    /** As it was saved last, also before the next render. */
    latest: () => state.current.saved,
    edit: (patch: Partial<StoreSettings>) => {
      const { base, content } = state.current.answers
      put({ base, content: { ...content, ...patch } })
    },
    /** The current settings become what the answers began from. */
    takeChanges: (current: StoreSettings) => {
      const { base, content } = state.current.answers
      put({ base: current, content: mergeAnswers(base, content, current) })
    },
    /** Someone else has saved it: theirs, or what was entered here. */
    resolveConflict: (which: 'theirs' | 'mine') => {
      const now = state.current
      now.isHeld = false
      now.saved = theirs
      setSaved(theirs)
      setTheirs(null)
      if (which === 'mine' || theirs === null) return put(now.answers)
      now.answers = answersOf(present, theirs)
      now.isDirty = false
      setAnswers(now.answers)
      setUnsaved(false)
    },
    discard: async () => {
      const now = state.current
      now.isDirty = false
      await running.current
      await send(discardStoreDraft, { query: { storeId: store } })
      now.saved = null
      now.answers = { base: present, content: present }
      setSaved(null)
      setAnswers(now.answers)
      setUnsaved(false)
    },
  }
}

export type StoreDraft = ReturnType<typeof useStoreDraft>

/** While something is not kept: it is sent again, and closing the window asks first. */
function useTryingAgain(isUnsaved: boolean, save: () => Promise<boolean>): void {
  useEffect(() => {
    if (!isUnsaved) return
    const again = setInterval(() => void save(), AGAIN_MS)
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => {
      clearInterval(again)
      window.removeEventListener('beforeunload', hold)
    }
  }, [isUnsaved, save])
}

/** Parts that the account that saved the draft could not see are as they are now. */
function answersOf(present: StoreSettings, draft: SavedDraft | null): DraftAnswers {
  if (draft === null || draft.base === null || draft.content === null)
    return { base: present, content: present }
  const { base, content } = draft
  const unseen = {
    ...(base.targets === null && { targets: present.targets }),
    ...(base.loss === null && { loss: present.loss }),
    ...(base.warnings === null && { warnings: present.warnings }),
  }
  return { base: { ...base, ...unseen }, content: { ...content, ...unseen } }
}

export function hasChanges({ base, content }: DraftAnswers): boolean {
  return !isSame(base, content)
}
