import { type Company, getCompany, updateCompany } from '@coldkeep/contract/areas/account'
import { factorDemands } from '@coldkeep/domain/access/factor-demand'
import { NO_VALUE } from '@coldkeep/phrases/format'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { type EditorField, type PlainValues, plainFields } from '../../archetypes/editor/editor-field'
import { rowCall } from '../../archetypes/editor/row-call'
import { Button } from '../../kit/Button'
import { lazily } from '../../kit/lazily'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import frame from '../../parts/page.module.css'
import { Card } from './Card'

// opened by few of those who look at the page
const EditDialog = lazily(() => import('../../archetypes/editor/EditDialog'), 'EditDialog')

type Draft = Omit<Company, 'mayEdit' | 'revision'>

const noFaults = () => ({})

/** Who operates the stores; changed by those who set the rights of all. */
export function CompanyCard({ company }: { company: Company }) {
  const t = useText()
  const [editing, setEditing] = useState(false)
  return (
    <Card
      title={t('account.company')}
      action={
        company.mayEdit && (
          <Button size="small" icon="edit" onClick={() => setEditing(true)}>
            {t('account.editCompany')}
          </Button>
        )
      }
    >
      <dl className={frame.facts}>
        <Fact name={t('account.companyName')}>{company.name}</Fact>
        <Fact name={t('account.companyHead')}>{company.head || NO_VALUE}</Fact>
        <Fact name={t('account.companyAddress')}>{company.address || NO_VALUE}</Fact>
        <Fact name={t('account.serviceEnds')}>{company.serviceEndsOn ?? NO_VALUE}</Fact>
        <Fact name={t('account.levelNames')}>{company.levelNames || t('account.usualLevelNames')}</Fact>
        <Fact name={t('account.factorDemand')}>{t(`account.factorFor.${company.factorDemand}`)}</Fact>
      </dl>
      <Suspense>{editing && <CompanyDialog company={company} onClose={() => setEditing(false)} />}</Suspense>
    </Card>
  )
}

function CompanyDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const t = useText()
  const fields = useMemo(
    () =>
      plainFields<Draft>([
        { key: 'name', label: t('account.companyName'), kind: 'text' },
        { key: 'head', label: t('account.companyHead'), kind: 'text' },
        { key: 'address', label: t('account.companyAddress'), kind: 'text' },
        { key: 'serviceEndsOn', label: t('account.serviceEnds'), kind: 'day' },
        {
          key: 'levelNames',
          label: t('account.levelNames'),
          kind: 'text',
          help: t('account.levelNamesHelp'),
        },
        {
          key: 'factorDemand',
          label: t('account.factorDemand'),
          kind: 'choice',
          choices: factorDemands.map((demand) => ({
            value: demand,
            label: t(`account.factorFor.${demand}`),
          })),
          help: t('account.factorDemandHelp'),
        },
      ] satisfies EditorField<Draft>[]),
    [t],
  )
  const { mayEdit: _, revision, ...draft } = company
  const write = useMemo(
    () =>
      rowCall(updateCompany, (values: PlainValues) => ({
        body: { ...(values as unknown as Draft), revision },
      })),
    [revision],
  )
  const draftOf = useCallback((values: PlainValues) => values, [])
  return (
    <EditDialog
      title={t('account.editCompany')}
      fields={fields}
      initial={draft}
      write={write}
      check={noFaults}
      invalidates={[getCompany]}
      draftName="company"
      draftOf={draftOf}
      onSend={() => {}}
      onDone={() => {
        showToast(t('shell.words.settingSaved'))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
