import { repairFigures } from '@coldkeep/contract/areas/repair'
import { useCall } from '../../api/use-call'
import { DateRangeField } from '../../kit/field/DateRangeField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useForm } from '../../kit/form/use-form'
import { Link } from '../../kit/Link'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { isDay, offsetHere, shiftDay, todayHere } from '../../parts/day-period'
import { pathOf } from '../../parts/department-path'
import { PlaceSelect } from '../../parts/PlaceSelect'
import frame from '../../parts/page.module.css'
import { ServedTable } from '../../parts/ServedTable'
import { faultsOfTimes } from '../../parts/times-choice'
import { useAddress } from '../../parts/use-address'
import { useInnerPlace } from '../../site/inner-places'
import { PageHead } from '../../site/PageHead'
import { paths } from '../../site/paths'
import styles from './repair.module.css'

const DEFAULT_DAYS = 90
const WHOLE_DAYS = { firstTime: '00:00', lastTime: '23:59' }
const noLink = () => null

/** How long repairs take, and which did not last; each table is a file as well. */
export function RepairFigures() {
  const t = useText()
  const [parameters, changeAddress] = useAddress()
  const { dep, first, last } = choiceOf(parameters)
  useInnerPlace({ label: t('repair.figures.title'), parameters: ['view'], depth: 1 })
  const answer = useCall(repairFigures, {
    query: {
      departmentId: pathOf(dep).at(-1) ?? null,
      ...{ start: `${first}T00:00:00`, end: `${last}T23:59:59`, timezone: offsetHere(new Date()) },
    },
  })
  const { tables } = answer.data ?? {}
  return (
    <div className={frame.page}>
      <PageHead />
      <FiguresFilter
        key={`${dep}/${first}/${last}`}
        choice={{ dep, first, last }}
        onSearch={(next) => changeAddress({ ...next, dep: next.dep || undefined })}
      />
      <p className={frame.note}>{t('repair.figures.note')}</p>
      {tables === undefined && answer.isLoading && <Skeleton height={320} />}
      {tables?.map((table, place) => (
        <ServedTable
          key={table.title}
          table={table}
          name={`t${place + 1}`}
          tableKey={`repair-figures-${place}`}
          hrefOf={noLink}
          state={answer.isFetching ? 'refreshing' : 'ready'}
          emptyTitle={t(place === 0 ? 'repair.figures.none' : 'repair.figures.noRepeats')}
        />
      ))}
    </div>
  )
}

interface FiguresChoice {
  readonly dep: string
  readonly first: string
  readonly last: string
}

interface FiguresFilterProps {
  readonly choice: FiguresChoice
  readonly onSearch: (choice: FiguresChoice) => void
}

function FiguresFilter({ choice, onSearch }: FiguresFilterProps) {
  const t = useText()
  const form = useForm<{ dep: string; first: string | null; last: string | null }>({
    parts: [
      { key: 'first', label: t('kit.field.from'), kind: 'day' },
      { key: 'last', label: t('kit.field.to'), kind: 'day' },
    ],
    initial: choice,
    faultsOf: (values) => faultsOfTimes({ ...values, ...WHOLE_DAYS }, t),
  })
  const { dep, first, last } = form.values
  return (
    <Form
      className={styles.figureFilters}
      aria-label={t('analysis.filter.title')}
      // only what is whole comes here
      onSubmit={() => form.submit((values) => onSearch(values as FiguresChoice))}
      data-no-print
    >
      <PlaceSelect value={dep} onChange={(next) => form.change({ dep: next })} />
      <DateRangeField
        label={t('notices.record.period')}
        first={form.field('first')}
        last={form.field('last')}
        value={{ first, last }}
        onChange={form.change}
      />
      <div className={frame.buttons}>
        <SubmitButton missing={form.missing} busy={false}>
          {t('notices.record.search')}
        </SubmitButton>
        <Link look="button" href={paths.withSearch(paths.repair, { list: 'all' })}>
          {t('repair.figures.back')}
        </Link>
      </div>
    </Form>
  )
}

function choiceOf({
  dep = '',
  first = '',
  last = '',
}: Readonly<Record<string, string | undefined>>): FiguresChoice {
  const today = todayHere(new Date())
  const isPeriod = isDay(first) && isDay(last) && first <= last
  return {
    dep,
    first: isPeriod ? first : shiftDay(today, 1 - DEFAULT_DAYS),
    last: isPeriod ? last : today,
  }
}
