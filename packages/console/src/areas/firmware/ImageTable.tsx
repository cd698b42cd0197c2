import {
  changeFirmwareImage,
  listFirmwareImages,
  listFirmwareTypes,
  type WireFirmwareImage,
} from '@coldkeep/contract/areas/firmware-images'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { initialView } from '../../kit/table/table-view'
import { useLanguage, useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'
import { useAddress } from '../../parts/use-address'
import { sizeText } from '../downloads/size-text'
import { type ImageAct, imageActs, isExpired } from './image-acts'

const PAGE_SIZE = 5

export interface ImageTableProps {
  readonly images: UseQueryResult<Answer<typeof listFirmwareImages>>
  /** The chosen one. */
  readonly image: WireFirmwareImage | null
  /** The account is in charge of firmware files, which are of all departments. */
  readonly isInCharge: boolean
}

/** The firmware files of a type, newest version first; one of them is chosen. */
export function ImageTable({ images, image, isInCharge }: ImageTableProps) {
  const t = useText()
  const language = useLanguage()
  const [, changeAddress] = useAddress()
  const [view, setView] = useState(() => initialView(PAGE_SIZE))
  const [question, setQuestion] = useState<{
    readonly act: ImageAct
    readonly image: WireFirmwareImage
  } | null>(null)
  const columns = useMemo(() => columnsOf(t, language), [t, language])
  const row = image === null ? null : String(image.id)
  return (
    <>
      <DataTable
        title={t('firmware.image.table')}
        tableKey="firmware images"
        columns={columns}
        rows={tableRows(images, images.data?.files)}
        rowKey={({ id }) => String(id)}
        pageSize={PAGE_SIZE}
        view={{
          current: { ...view, row },
          onChange: (next) => {
            setView(next)
            if (next.row !== row) changeAddress({ image: next.row ?? undefined }, 'replace')
          },
        }}
        selection={{ of: 'one', nameOf: ({ version }) => version }}
        empty={{ title: t('firmware.image.none') }}
        rowActions={
          isInCharge
            ? (one) => <ImageButtons image={one} onAct={(act) => setQuestion({ act, image: one })} />
            : undefined
        }
      >
        <span aria-live="polite">{image === null ? t('firmware.image.choose') : chosenText(image, t)}</span>
      </DataTable>
      {question !== null && <ImageQuestion {...question} onClose={() => setQuestion(null)} />}
    </>
  )
}

interface ImageButtonsProps {
  readonly image: WireFirmwareImage
  readonly onAct: (act: ImageAct) => void
}

function ImageButtons({ image, onAct }: ImageButtonsProps) {
  const t = useText()
  return imageActs(image).map((act) => (
    <Button
      key={act}
      size="small"
      variant="quiet"
      aria-label={t(`firmware.image.${act}Of`, { version: image.version })}
      onClick={() => onAct(act)}
    >
      {t(`firmware.image.${act}`)}
    </Button>
  ))
}

interface ImageQuestionProps {
  readonly act: ImageAct
  readonly image: WireFirmwareImage
  readonly onClose: () => void
}

function ImageQuestion({ act, image: { id, version }, onClose }: ImageQuestionProps) {
  const t = useText()
  return (
    <ConfirmAndSend
      title={t(`firmware.image.${act}Question`, { version })}
      action={t(`firmware.image.${act}`)}
      destructive={act !== 'release'}
      call={changeFirmwareImage}
      input={{ params: { imageId: id }, body: { state: act === 'release' ? 'released' : 'withdrawn' } }}
      invalidates={[listFirmwareImages, listFirmwareTypes]}
      success={t(`firmware.image.${act}Done`, { version })}
      onClose={onClose}
    >
      {t(`firmware.image.${act}Why`)}
    </ConfirmAndSend>
  )
}

const columnsOf = (t: Translate, language: Language): readonly Column<WireFirmwareImage>[] => [
  { key: 'version', title: t('firmware.image.version'), kind: 'text', value: ({ version }) => version },
  {
    key: 'name',
    title: t('firmware.image.name'),
    kind: 'text',
    wraps: 'anywhere',
    value: ({ name }) => name,
  },
  {
    key: 'size',
    title: t('firmware.image.size'),
    kind: 'number',
    value: ({ size }) => size,
    cell: ({ size }) => sizeText(language, size),
  },
  { key: 'made', title: t('firmware.image.made'), kind: 'time', value: ({ signedAt }) => signedAt },
  { key: 'expires', title: t('firmware.image.expires'), kind: 'time', value: ({ expiresAt }) => expiresAt },
  {
    key: 'state',
    title: t('firmware.image.state'),
    kind: 'status',
    value: (image) => stateWord(image, t),
    cell: (image) => (
      <StatusTag
        status={isExpired(image) ? 'expired' : image.state === 'released' ? 'done' : 'waiting'}
        word={stateWord(image, t)}
        detail={image.isRollback ? t('firmware.image.isRollback') : undefined}
      />
    ),
  },
  {
    key: 'terminals',
    title: t('firmware.image.terminals'),
    kind: 'number',
    value: ({ terminals }) => terminals,
  },
]

function chosenText({ version, min }: WireFirmwareImage, t: Translate): string {
  const chosen = t('firmware.image.chosen', { version })
  return min === null ? chosen : `${chosen} · ${t('firmware.image.min', { min })}`
}

function stateWord(image: WireFirmwareImage, t: Translate): string {
  return t(isExpired(image) ? 'firmware.image.expired' : `firmware.image.${image.state}`)
}
