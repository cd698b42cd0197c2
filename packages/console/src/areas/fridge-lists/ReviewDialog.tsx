import { type BrandProposal, listBrandProposals } from '@coldkeep/contract/areas/fridge-lists'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { ownerColumn } from '../../archetypes/editor/owned-rows'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { type BrandForm, blankBrand, brandFields, brandWrites, checkEntry } from './entry-form'
import { ReviewForm } from './ReviewForm'
import { listReads, useEntries } from './use-entries'

const rowsOf = ({ proposals }: Answer<typeof listBrandProposals>) => proposals

/** Brands that wait for the top department, and those that it refused; their proposers can change them. */
export function ReviewDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const known = useEntries('brand')
  const mayReview = useCall(listBrandProposals, {}).data?.mayReview ?? false
  const [act, setAct] = useState<{ readonly brand: BrandProposal; readonly isApproved: boolean } | null>(null)
  const form = useMemo(
    () => ({
      fields: brandFields(known),
      blank: blankBrand,
      draftOf: (row: BrandProposal) => ({ ...row, isOther: false, departmentId: null }),
      check: checkEntry(known),
    }),
    [known],
  )
  return (
    <Modal opened onClose={onClose} title={t('fridgeLists.title.review')} widthPx={1200}>
      {!mayReview && <p className={frame.note}>{t('fridgeLists.review.notYours')}</p>}
      <TableEditor<typeof listBrandProposals, BrandForm, BrandProposal>
        title={t('fridgeLists.title.review')}
        tableKey="fridge-brand-proposals"
        name="proposals"
        list={{ call: listBrandProposals, rowsOf }}
        rowKey={({ id }) => String(id)}
        nameOf={({ title }) => title}
        columns={columns}
        form={form}
        writes={writes}
        rowActions={
          mayReview
            ? (brand) => <ReviewButtons brand={brand} onAct={(isApproved) => setAct({ brand, isApproved })} />
            : undefined
        }
        emptyTitle={t('fridgeLists.empty.review')}
      />
      {act !== null && <ReviewForm {...act} onClose={() => setAct(null)} />}
    </Modal>
  )
}

const writes = { update: brandWrites.update, remove: brandWrites.remove, alsoChanges: listReads }

function ReviewButtons({ brand, onAct }: { brand: BrandProposal; onAct: (isApproved: boolean) => void }) {
  const t = useText()
  if (brand.state !== 'proposed') return null
  const name = brand.title
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={t('fridgeLists.review.approveOne', { name })}
        onClick={() => onAct(true)}
      >
        {t('fridgeLists.review.approve')}
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={t('fridgeLists.review.refuseOne', { name })}
        onClick={() => onAct(false)}
      >
        {t('fridgeLists.review.refuse')}
      </Button>
    </>
  )
}

const statusOf = { proposed: 'waiting', refused: 'locked', approved: 'online' } as const

const columns = (t: Translate): readonly Column<BrandProposal>[] => [
  { key: 'title', title: t('fridgeLists.name'), kind: 'text', value: ({ title }) => title, wraps: 'words' },
  {
    key: 'state',
    title: t('fridgeLists.review.state'),
    kind: 'status',
    value: ({ state }) => t(`fridgeLists.review.states.${state}`),
    cell: ({ state }) => (
      <StatusTag status={statusOf[state]} word={t(`fridgeLists.review.states.${state}`)} />
    ),
  },
  {
    key: 'proposer',
    title: t('fridgeLists.review.proposer'),
    kind: 'text',
    value: ({ proposer }) => proposer,
  },
  ownerColumn(t),
  {
    key: 'at',
    title: t('fridgeLists.review.proposedAt'),
    kind: 'time',
    value: ({ proposedAt }) => proposedAt,
  },
  { key: 'contact', title: t('fridgeLists.contact'), kind: 'text', value: ({ contact }) => contact },
  { key: 'phone', title: t('fridgeLists.phone'), kind: 'text', value: ({ phone }) => phone },
  {
    key: 'reason',
    title: t('fridgeLists.review.reason'),
    kind: 'text',
    value: ({ reason }) => reason,
    wraps: 'words',
  },
]
