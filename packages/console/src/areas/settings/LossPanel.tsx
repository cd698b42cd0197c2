import { getLossSetting } from '@coldkeep/contract/areas/loss-rules'
import { useId, useState } from 'react'
import { useCall } from '../../api/use-call'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { LossRuleForm } from './LossRuleForm'
import { PlaceForm } from './PlaceForm'
import styles from './settings.module.css'
import { departmentOf, isSamePlace, useSettingPlace } from './use-setting-place'

/** When a silent terminal is reported: read for a department or a store, changed, or left to what is above. */
export function LossPanel() {
  const t = useText()
  const heading = useId()
  const [read, choose] = useSettingPlace()
  const [choice, setChoice] = useState(read)
  const place = { departmentId: departmentOf(read), storeId: read.storeId }
  const answer = useCall(getLossSetting, place.departmentId === null ? null : { query: place }, {
    staleMs: 0,
  })
  const setting = answer.data ?? null
  const isSame = isSamePlace(choice, read)

  return (
    <div className={styles.columns}>
      <PlaceForm
        choice={choice}
        onChange={setChoice}
        title={t('lossRules.place')}
        note={t('lossRules.placeNote')}
        needsDepartment={t('lossRules.chooseFirst')}
        isReading={answer.isFetching}
        onRead={() => {
          if (isSame) void answer.refetch()
          else choose(choice)
        }}
      />
      <section className={frame.card} aria-labelledby={heading}>
        <h2 id={heading}>
          {setting === null ? t('lossRules.rule') : t('lossRules.ruleOf', { place: setting.name })}
        </h2>
        <LossRuleForm
          key={`${place.departmentId}/${place.storeId}`}
          setting={setting}
          place={place}
          isElsewhere={setting !== null && !isSame}
        />
      </section>
    </div>
  )
}
