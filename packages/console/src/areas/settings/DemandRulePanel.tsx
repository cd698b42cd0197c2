import { getDemandSetting } from '@coldkeep/contract/areas/demand-rules'
import { useId, useState } from 'react'
import { useCall } from '../../api/use-call'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { DemandRuleForm } from './DemandRuleForm'
import { PlaceForm } from './PlaceForm'
import styles from './settings.module.css'
import { departmentOf, isSamePlace, useSettingPlace } from './use-setting-place'

/** From which stage of its demand on a store is notified: read for a department or a store, changed, or left to what is above. */
export function DemandRulePanel() {
  const t = useText()
  const heading = useId()
  const [read, choose] = useSettingPlace()
  const [choice, setChoice] = useState(read)
  const place = { departmentId: departmentOf(read), storeId: read.storeId }
  const answer = useCall(getDemandSetting, place.departmentId === null ? null : { query: place }, {
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
          {setting === null
            ? t('lossRules.demand.rule')
            : t('lossRules.demand.ruleOf', { place: setting.name })}
        </h2>
        <DemandRuleForm
          key={`${place.departmentId}/${place.storeId}`}
          setting={setting}
          place={place}
          isElsewhere={setting !== null && !isSame}
        />
      </section>
    </div>
  )
}
