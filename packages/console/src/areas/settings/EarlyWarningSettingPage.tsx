import {
  exportWarningRules,
  exportWarningRulesCsv,
  listWarningRules,
  type WarningSetting,
} from '@coldkeep/contract/areas/warning-rules'
import { encodeWire } from '@coldkeep/contract/wire/dialect'
import { useId, useState } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { CSV_FILE, downloadText } from '../../kit/table/export-csv'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { tableRows } from '../../parts/table-rows'
import { useAddress } from '../../parts/use-address'
import { ImportRulesDialog } from './ImportRulesDialog'
import { PlaceForm } from './PlaceForm'
import { RemoveRuleDialog } from './RemoveRuleDialog'
import { RuleCards } from './RuleCards'
import { RuleDialog } from './RuleDialog'
import { RuleTable } from './RuleTable'
import { placeWords, ruleKey } from './rule-words'
import styles from './settings.module.css'
import { departmentOf, isSamePlace, useSettingPlace } from './use-setting-place'

const JSON_FILE = 'early-warning-rules.json'

/**
 * The rules of early warnings: those that apply in a place, the places with rules of their own, and all of it
 * as a file.
 */
export function EarlyWarningSettingPage() {
  const t = useText()
  const heading = useId()
  const [read, choose] = useSettingPlace()
  const [choice, setChoice] = useState(read)
  const [edited, setEdited] = useState<string | null>(null)
  const [removed, setRemoved] = useState<WarningSetting | null>(null)
  const [importing, setImporting] = useState(false)
  const query = { departmentId: departmentOf(read), storeId: read.storeId }
  const answer = useCall(listWarningRules, { query }, { staleMs: 0 })
  const csv = useSend(exportWarningRulesCsv, { onDone: (file) => downloadText(file.csv, CSV_FILE) })
  const json = useSend(exportWarningRules, {
    onDone: (rules) => {
      // the file is the one that is imported: its names are those that travel
      const file = encodeWire(exportWarningRules.answer, rules)
      downloadText(`${JSON.stringify(file, null, 2)}\n`, JSON_FILE, 'application/json')
    },
  })
  const rules = answer.data?.rules ?? []
  const below = answer.data?.below ?? []
  const rule = [...rules, ...below].find((one) => ruleKey(one) === edited)
  const [first] = rules
  const [{ edit, x = '' }, changeAddress] = useAddress()
  const proposed = edited === null ? rules.find(({ kind }) => kind === edit) : undefined
  const proposedX = /^\d{1,3}$/.test(x) ? Number(x) : null
  const onEdit = (one: WarningSetting) => setEdited(ruleKey(one))

  return (
    <div className={frame.page}>
      <div className={styles.columns}>
        <PlaceForm
          choice={choice}
          onChange={setChoice}
          title={t('warningRules.place')}
          note={t('warningRules.placeNote')}
          needsDepartment={null}
          isReading={answer.isFetching}
          onRead={() => {
            if (isSamePlace(choice, read)) void answer.refetch()
            else choose(choice)
          }}
        />
        <div className={styles.side}>
          <div className={styles.head}>
            <h2 id={heading}>
              {first === undefined
                ? t('warningRules.title')
                : t('warningRules.effective', { place: placeWords(first, t) })}
            </h2>
            <div className={styles.buttons} data-no-print>
              <Button size="small" icon="fileDownload" loading={csv.isPending} onClick={() => csv.mutate({})}>
                {t('warningRules.exportCsv')}
              </Button>
              <Button
                size="small"
                icon="fileDownload"
                loading={json.isPending}
                onClick={() => json.mutate({})}
              >
                {t('warningRules.exportJson')}
              </Button>
              <Button size="small" icon="upload" onClick={() => setImporting(true)}>
                {t('warningRules.import')}
              </Button>
            </div>
          </div>
          <section aria-labelledby={heading} aria-busy={answer.isLoading || undefined}>
            <RuleCards rules={rules} onEdit={onEdit} onRemove={setRemoved} />
          </section>
          {read.storeId === null && (
            <RuleTable
              rules={tableRows(answer, below)}
              total={answer.data?.total ?? 0}
              onEdit={onEdit}
              onRemove={setRemoved}
            />
          )}
        </div>
      </div>
      {rule !== undefined && <RuleDialog key={edited} rule={rule} onClose={() => setEdited(null)} />}
      {proposed !== undefined && (
        <RuleDialog
          rule={proposed}
          proposedX={proposedX}
          onClose={() => changeAddress({ edit: undefined, x: undefined }, 'replace')}
        />
      )}
      {removed !== null && <RemoveRuleDialog rule={removed} onClose={() => setRemoved(null)} />}
      {importing && <ImportRulesDialog onClose={() => setImporting(false)} />}
    </div>
  )
}
