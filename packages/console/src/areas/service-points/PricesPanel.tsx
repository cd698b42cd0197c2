import { getPointPrices, type PointPriceList } from '@coldkeep/contract/areas/point-applications'
import { listServicePoints } from '@coldkeep/contract/areas/service-points'
import { paidActNames } from '@coldkeep/domain/service-points/service'
import { formatInstant } from '@coldkeep/phrases/format'
import { useCall } from '../../api/use-call'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { CheckField } from '../../kit/field/CheckField'
import { NumberField } from '../../kit/field/NumberField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { priceDraftOf, priceRules } from './price-form'

/** What acts of the product cost in points; the top department sets it, the others read it. */
export function PricesPanel() {
  const answer = useCall(getPointPrices, {}, { quiet: true })
  const mayManage = useCall(listServicePoints, { query: { storeId: null } }).data?.mayManage ?? false
  if (answer.data !== undefined)
    return <PriceForm key={answer.data.revision} list={answer.data} mayManage={mayManage} />
  return answer.isError ? <LoadFailure onRetry={() => void answer.refetch()} /> : <Skeleton height={240} />
}

function PriceForm({ list, mayManage }: { readonly list: PointPriceList; readonly mayManage: boolean }) {
  const t = useText()
  const form = useSendForm({
    ...priceRules(list.revision, t),
    initial: priceDraftOf(list),
    invalidates: [getPointPrices],
    onDone: () => showToast(t('servicePoints.pricesSaved')),
  })
  const owe = form.field('mayOwe')
  return (
    <section className={frame.card}>
      <h2>{t('servicePoints.price')}</h2>
      <p className={frame.note}>{t('servicePoints.free')}</p>
      <Form onSubmit={form.submit}>
        <div className={frame.stack}>
          <div className={frame.choices}>
            {paidActNames.map((act) => (
              <NumberField key={act} {...form.field(act)} disabled={!mayManage} />
            ))}
          </div>
          <CheckField
            label={owe.label}
            checked={owe.value}
            onChange={owe.onChange}
            disabled={!mayManage}
            help={t('servicePoints.mayOweHint')}
          />
          {mayManage && (
            <div className={frame.buttons}>
              <SubmitButton missing={form.missing} busy={form.sending.isPending}>
                {t('shell.words.save')}
              </SubmitButton>
            </div>
          )}
        </div>
      </Form>
      {list.changedAt !== null && (
        <p className={frame.note}>
          {t('servicePoints.changedBy', { name: list.changedBy ?? '', time: formatInstant(list.changedAt) })}
        </p>
      )}
    </section>
  )
}
