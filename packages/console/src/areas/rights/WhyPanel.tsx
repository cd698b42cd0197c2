import { explainRights, listAccounts } from '@coldkeep/contract/areas/accounts'
import { searchDevices } from '@coldkeep/contract/areas/devices'
import { departmentMap, listStores } from '@coldkeep/contract/areas/organisation'
import type { Answer } from '@coldkeep/contract/call'
import { longestIn } from '@coldkeep/contract/wire/limits'
import type { PageKey } from '@coldkeep/domain/access/page-key'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { useCall } from '../../api/use-call'
import { type Choice, SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
import { StateView } from '../../kit/StateView'
import { DataTable } from '../../kit/table/DataTable'
import type { RowSource } from '../../kit/table/row-source'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { tableRows } from '../../parts/table-rows'
import { useAddress } from '../../parts/use-address'
import { useAddressSearch } from '../../parts/use-address-search'
import { useChoiceSearch, withChosen } from '../../parts/use-choice-search'
import { accountChoice, accountsFound, pageChoices } from './right-words'
import styles from './rights.module.css'

const LONGEST_SEARCH = longestIn(searchDevices.query, 'search')

/** Why an account can or cannot open a page, see a store or a device. */
export function WhyPanel() {
  const t = useText()
  const [{ account, page, store, device, q = '' }, changeAddress] = useAddress()
  const [search, setSearch] = useAddressSearch()
  const { search: sought, onSearchIn } = useChoiceSearch()
  const found = useCall(listAccounts, accountsFound(sought), { keepsPrevious: true }).data?.accounts ?? []
  const accounts = withChosen(found.map(accountChoice), account ?? null) as Choice[]
  const top = useCall(departmentMap, {}).data
  const stores =
    useCall(listStores, top === undefined ? null : { query: { departmentId: top.id } }).data ?? []
  const devices =
    useCall(searchDevices, q === '' ? null : { query: { search: q } }, { quiet: true }).data ?? []
  const hasSubject = account !== undefined && (page ?? store ?? device) !== undefined
  const answer = useCall(
    explainRights,
    hasSubject
      ? {
          query: {
            account,
            page: page as PageKey | undefined,
            storeId: numberOf<StoreId>(store),
            deviceId: numberOf<DeviceId>(device),
          },
        }
      : null,
    { staleMs: 0 },
  )
  return (
    <div className={styles.why}>
      <form className={frame.filters} aria-label={t('analysis.filter.title')}>
        <SelectField
          label={t('rights.account')}
          value={account ?? null}
          choices={accounts}
          onSearch={onSearchIn(accounts)}
          onChange={(next) => changeAddress({ account: next ?? undefined })}
        />
        <SelectField
          label={t('rights.why.page')}
          clearable
          value={page ?? null}
          choices={pageChoices(t)}
          onChange={(next) => changeAddress({ page: next ?? undefined })}
        />
        <SelectField
          label={t('rights.why.store')}
          searchable
          clearable
          value={store ?? null}
          choices={stores.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }))}
          onChange={(next) => changeAddress({ store: next ?? undefined })}
        />
        <TextField
          label={t('rights.why.search')}
          icon="search"
          type="search"
          maxLength={LONGEST_SEARCH}
          value={search}
          onChange={setSearch}
        />
        <SelectField
          label={t('rights.why.device')}
          clearable
          value={device ?? null}
          choices={devices.map(({ id, name, store: of }) => ({ value: String(id), label: `${name}, ${of}` }))}
          onChange={(next) => changeAddress({ device: next ?? undefined })}
        />
      </form>
      {!hasSubject && <StateView icon="search" title={t('rights.why.nothing')} />}
      {hasSubject && (
        <>
          <p role="status">
            <strong>
              {answer.data && t(answer.data.isAllowed ? 'rights.why.whole' : 'rights.why.wholeNot')}
            </strong>
          </p>
          <RuleTable rules={tableRows(answer, answer.data?.rules)} />
        </>
      )}
    </div>
  )
}

interface RuleTableProps {
  readonly rules: RowSource<Answer<typeof explainRights>['rules'][number]>
}

/** Each rule that was checked, and its answer. */
function RuleTable({ rules }: RuleTableProps) {
  const t = useText()
  return (
    <DataTable
      title={t('rights.why.title')}
      tableKey="why"
      rows={rules}
      rowKey={(row) => row.rule}
      empty={{ title: t('rights.why.nothing') }}
      columns={[
        {
          key: 'rule',
          title: t('rights.why.tab'),
          kind: 'text',
          value: (row) => t(`rights.why.rule.${row.rule}`),
        },
        {
          key: 'outcome',
          title: t('rights.state'),
          kind: 'text',
          value: (row) => t(row.isAllowed ? 'rights.why.allowed' : 'rights.why.refused'),
        },
        { key: 'text', title: t('rights.tidy.reason'), kind: 'text', value: (row) => row.text },
      ]}
    />
  )
}

function numberOf<Kind extends StoreId | DeviceId>(text: string | undefined): Kind | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? (Number(text) as Kind) : undefined
}
