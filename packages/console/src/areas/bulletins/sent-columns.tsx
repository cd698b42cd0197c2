import type { SentBulletin } from '@coldkeep/contract/areas/bulletins'
import type { Translate } from '@coldkeep/phrases/keys'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { paths } from '../../site/paths'

const statusOf = { scheduled: 'waiting', sent: 'done', withdrawn: 'locked', stopped: 'failed' } as const

/** The state of a message as a shape with its word. */
export function BulletinState({
  state,
  t,
}: {
  readonly state: SentBulletin['state']
  readonly t: Translate
}) {
  return <StatusTag status={statusOf[state]} word={t(`bulletins.state.${state}`)} />
}

export function sentColumns(t: Translate): readonly Column<SentBulletin>[] {
  const receipt = (key: keyof SentBulletin['receipts']): Column<SentBulletin> => ({
    ...{ key, title: t(`bulletins.receipt.${key}`), kind: 'number' },
    value: ({ receipts }) => receipts[key],
  })
  return [
    {
      ...{ key: 'state', title: t('bulletins.state.label'), kind: 'status' },
      value: ({ state }) => t(`bulletins.state.${state}`),
      cell: ({ state }) => <BulletinState state={state} t={t} />,
    },
    { key: 'at', title: t('bulletins.at'), kind: 'time', value: ({ at }) => at },
    {
      ...{ key: 'title', title: t('bulletins.messageTitle'), kind: 'text', wraps: 'words' },
      value: ({ title }) => title,
      href: ({ id }) => paths.withSearch(paths.sendMessage, { tab: 'sent', message: String(id) }),
    },
    { key: 'category', title: t('bulletins.categoryLabel'), kind: 'text', value: ({ category }) => category },
    { key: 'sender', title: t('bulletins.sender'), kind: 'text', value: ({ sender }) => sender },
    ...(['sent', 'delivered', 'opened', 'confirmed'] as const).map(receipt),
    {
      ...{ key: 'stores', title: t('bulletins.receipt.stores'), kind: 'text' },
      value: ({ stores, needsConfirmation }) =>
        needsConfirmation ? `${stores.confirmed} / ${stores.all}` : String(stores.all),
    },
    { key: 'deadline', title: t('bulletins.deadline'), kind: 'time', value: ({ deadlineAt }) => deadlineAt },
  ]
}
