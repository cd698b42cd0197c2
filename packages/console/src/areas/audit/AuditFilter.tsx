import { auditOutcomes, listAudit } from '@coldkeep/contract/areas/audit'
import { longestIn } from '@coldkeep/contract/wire/limits'
import { DateField } from '../../kit/field/DateField'
import { SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import { isDay, shiftDay, todayHere } from '../../parts/day-period'
import { usePlace } from '../../parts/PlaceFilter'
import { useAddress } from '../../parts/use-address'
import { useAddressSearch } from '../../parts/use-address-search'
import { kindText } from './audit-words'

const ALL = 'all' as const
const LONGEST_ACCOUNT = longestIn(listAudit.query, 'account')
/** What the filter keeps in the address, besides department and store. */
const OWN = ['from', 'to', 'by', 'kind', 'outcome'] as const

/** The filter in the address, as the call takes it. */
export function useAuditFilter() {
  const [parameters] = useAddress()
  const place = usePlace()
  const { from = '', to = '', by = '', kind = '' } = parameters
  const outcome = auditOutcomes.find((one) => one === parameters.outcome) ?? ALL
  return {
    query: (search: string) => ({
      ...place,
      since: isDay(from) ? midnightOf(from) : undefined,
      until: isDay(to) ? midnightOf(shiftDay(to, 1)) : undefined,
      account: by.slice(0, LONGEST_ACCOUNT),
      kind: /^[a-z_]+(\.[a-z_]+){0,2}$/.test(kind) ? kind : '',
      outcome,
      search,
    }),
    filters: ['dep', 'store', ...OWN],
    isFiltered: place.storeId !== null || OWN.some((name) => (parameters[name] ?? '') !== ''),
  }
}

/** Period, account, kind and outcome. Days are those of the reader. */
export function AuditFilter({ kinds }: { kinds: readonly string[] }) {
  const t = useText()
  const [{ from, to, kind, outcome }, changeAddress] = useAddress()
  const [account, setAccount] = useAddressSearch('by')
  const today = todayHere(new Date())
  const choose = (name: string) => (value: string | null) =>
    changeAddress({ [name]: value === ALL || value === null ? undefined : value, page: undefined })
  // the list keeps to the last day until another is typed out
  const chooseDay = (name: 'from' | 'to') => (day: string | null) => {
    if (day === null || isDay(day)) changeAddress({ [name]: day ?? undefined, page: undefined })
  }
  return (
    <>
      <DateField
        label={t('kit.field.from')}
        value={from ?? null}
        max={to ?? today}
        onChange={chooseDay('from')}
      />
      <DateField
        label={t('kit.field.to')}
        value={to ?? null}
        min={from}
        max={today}
        onChange={chooseDay('to')}
      />
      <TextField
        label={t('audit.account')}
        placeholder={t('audit.accountHelp')}
        maxLength={LONGEST_ACCOUNT}
        value={account}
        onChange={setAccount}
      />
      <SelectField
        label={t('audit.what')}
        value={kind !== undefined && kinds.includes(kind) ? kind : ALL}
        choices={[
          { value: ALL, label: t('audit.allKinds') },
          ...kinds.map((one) => ({ value: one, label: kindText(one, t) })),
        ]}
        onChange={choose('kind')}
      />
      <SelectField
        label={t('audit.outcomeTitle')}
        value={auditOutcomes.find((one) => one === outcome) ?? ALL}
        choices={[
          { value: ALL, label: t('audit.allOutcomes') },
          ...auditOutcomes.map((one) => ({ value: one, label: t(`audit.outcome.${one}`) })),
        ]}
        onChange={choose('outcome')}
      />
    </>
  )
}

function midnightOf(day: string): number {
  return new Date(`${day}T00:00:00`).getTime()
}
