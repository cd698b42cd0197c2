import type {
  listFirmwareImages,
  listFirmwareTypes,
  WireFirmwareImage,
} from '@coldkeep/contract/areas/firmware-images'
import type { Answer } from '@coldkeep/contract/call'
import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense } from 'react'
import { SelectField } from '../../kit/field/SelectField'
import { LoadFailure } from '../../kit/LoadFailure'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import styles from './firmware.module.css'
import { ImageTable } from './ImageTable'

const UploadPanel = lazily(() => import('./UploadPanel'), 'UploadPanel')

export interface ImageStepProps {
  readonly types: UseQueryResult<Answer<typeof listFirmwareTypes>>
  readonly type: string | null
  readonly images: UseQueryResult<Answer<typeof listFirmwareImages>>
  readonly image: WireFirmwareImage | null
}

/** Step 1: a device type, and one of its firmware files or a further one. Type and file are in the address. */
export function ImageStep({ types, type, images, image }: ImageStepProps) {
  const t = useText()
  const [, changeAddress] = useAddress()
  const known = types.data?.types ?? []
  if (types.isError && types.data === undefined) return <LoadFailure onRetry={() => void types.refetch()} />
  return (
    <>
      <div className={styles.files}>
        <SelectField
          label={t('firmware.type')}
          required
          loading={types.isLoading}
          value={type}
          choices={known.map(({ id, title, terminals }) => ({
            value: id,
            label: t('firmware.typeChoice', {
              title,
              terminals: t('firmware.terminals', { count: terminals }),
            }),
          }))}
          onChange={(next) => changeAddress({ type: next ?? undefined, image: undefined })}
        />
      </div>
      {types.data !== undefined && known.length === 0 && (
        <p className={frame.note}>{t('firmware.noTypes')}</p>
      )}
      {known.length > 0 && type === null && <p className={frame.note}>{t('firmware.chooseType')}</p>}
      {type !== null && (
        <ImageTable images={images} image={image} isInCharge={types.data?.canUpload === true} />
      )}
      <Suspense fallback={<Skeleton height={120} />}>
        <UploadPanel
          canUpload={types.data?.canUpload ?? null}
          onUploaded={(one) => changeAddress({ type: one.type, image: String(one.id) })}
        />
      </Suspense>
    </>
  )
}
