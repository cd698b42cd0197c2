/** What comes of helping a store. */
export const helpOutcomes = ['solved', 'visit', 'watch', 'not_solved', 'left'] as const
/** `left`: nobody ended it. */
export type HelpOutcome = (typeof helpOutcomes)[number]

/** What happens in a session, as its case of repair keeps it. */
export type HelpAct =
  | { readonly act: 'opened'; readonly devices: readonly string[] }
  | { readonly act: 'pictures'; readonly pictures: number; readonly marks: number }
  | {
      readonly act: 'tip'
      readonly rule: string
      readonly title: string
      readonly device: string | null
      readonly helped: boolean
    }
  | {
      readonly act: 'write'
      readonly writes: readonly string[]
      readonly device: string
      readonly changes: readonly {
        readonly code: string
        readonly before: number | null
        readonly value: number
        readonly unit: string
      }[]
    }
  | { readonly act: 'file'; readonly name: string; readonly values: number }
  | { readonly act: 'note'; readonly text: string }
  | { readonly act: 'screen'; readonly by: string; readonly seconds: number; readonly isRecorded: boolean }
  | { readonly act: 'ended'; readonly outcome: HelpOutcome; readonly note: string; readonly seconds: number }
