import { type ReactNode, useId, useState } from 'react'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { PlaceForm } from './PlaceForm'
import styles from './settings.module.css'
import { departmentOf, isSamePlace, useSettingPlace } from './use-setting-place'

/** The place whose rule was read, and the one that is chosen beside it. */
export function useChosenPlace() {
  const [read, choose] = useSettingPlace()
  const [choice, setChoice] = useState(read)
  const place = { departmentId: departmentOf(read), storeId: read.storeId }
  return {
    place,
    /** What to read; `null` before a place is chosen. */
    input: place.departmentId === null ? null : { query: place },
    /** Another one begins a form of its own. */
    key: `${place.departmentId}/${place.storeId}`,
    isSame: isSamePlace(choice, read),
    choice,
    setChoice,
    choose: () => choose(choice),
  }
}

export interface PlacePanelProps {
  readonly chosen: ReturnType<typeof useChosenPlace>
  readonly answer: { readonly isFetching: boolean; readonly refetch: () => unknown }
  readonly title: string
  readonly children: ReactNode
}

/** A department or store beside its rule, which is read, changed, or left to what is above. */
export function PlacePanel({ chosen, answer, title, children }: PlacePanelProps) {
  const t = useText()
  const heading = useId()
  return (
    <div className={styles.columns}>
      <PlaceForm
        choice={chosen.choice}
        onChange={chosen.setChoice}
        title={t('lossRules.place')}
        note={t('lossRules.placeNote')}
        needsDepartment={t('lossRules.chooseFirst')}
        isReading={answer.isFetching}
        onRead={() => {
          if (chosen.isSame) void answer.refetch()
          else chosen.choose()
        }}
      />
      <section className={frame.card} aria-labelledby={heading}>
        <h2 id={heading}>{title}</h2>
        {children}
      </section>
    </div>
  )
}
