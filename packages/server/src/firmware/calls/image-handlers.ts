import { randomBytes } from 'node:crypto'
import type { WireFirmwareImage } from '@coldkeep/contract/areas/firmware-images'
import { type Release, release as releaseShape } from '@coldkeep/contract/mqtt/release-shape'
import { Problem } from '@coldkeep/contract/problem'
import { compareVersions } from '@coldkeep/domain/firmware/program-version'
import type { FirmwareImageId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import { isTopDepartment } from '../../access/department-path-queries'
import { scopeOf } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import type { PartProblem } from '../image-files'
import {
  deleteImage,
  isFirmwareType,
  isHashUsed,
  lockImage,
  type ShownImage,
  selectFirmwareTypes,
  selectImages,
  updateImageState,
} from '../image-queries'
import { checkRelease, type FirmwareStore, takeUpload } from '../take-upload'
import {
  deleteUpload,
  insertUpload,
  selectUpload,
  selectUploadOf,
  touchUpload,
  type UploadRow,
} from '../upload-queries'

type ImageCall =
  | 'uploadFirmware'
  | 'listFirmwareTypes'
  | 'listFirmwareImages'
  | 'beginFirmwareUpload'
  | 'getFirmwareUpload'
  | 'continueFirmwareUpload'
  | 'cancelFirmwareUpload'
  | 'changeFirmwareImage'

interface NewUpload {
  readonly type: string
  readonly name: string
  readonly release: Release
  /** As the caller says it; `null`: not said. */
  readonly size: number | null
}

/** What calls about images need. */
export interface ImageCallParts {
  readonly firmware: FirmwareStore
}

export function imageHandlers({ firmware }: ImageCallParts): Pick<Handlers, ImageCall> {
  async function presentUpload({ firmwareUploadId: id, size }: Pick<UploadRow, 'firmwareUploadId' | 'size'>) {
    return { id, size, offset: await firmware.files.offsetOf(id), image: null as WireFirmwareImage | null }
  }

  /** Records an upload, or finds the one that the caller began of the same file. */
  async function begin(db: Db, { accountId }: SignedIn, draft: NewUpload, now: EpochMs): Promise<UploadRow> {
    const { type, name, release } = draft
    if (!(await isFirmwareType(db, type))) throw new Problem('firmware.type_unknown')
    const { manifest } = await checkRelease(db, firmware, release, now)
    if (manifest.type !== type) throw new Problem('firmware.other_type', { type: manifest.type })
    const { size, sha256 } = manifest
    if (draft.size !== null && draft.size !== size) throw new Problem('firmware.other_size')
    const begun = await selectUploadOf(db, accountId, { type, sha256 })
    if (begun !== undefined) return begun
    if (!(await firmware.files.hasRoom(size))) throw new Problem('firmware.disk_full')
    const uploadId = randomBytes(16).toString('hex')
    await db
      .transaction()
      .execute((trx) =>
        insertUpload(trx, { uploadId, type, name, size, sha256, release, accountId, at: now }),
      )
    return { firmwareUploadId: uploadId, firmwareTypeId: type, name, size, sha256, release }
  }

  async function finish(db: Db, user: SignedIn, upload: UploadRow, now: EpochMs): Promise<WireFirmwareImage> {
    const by = { accountId: user.accountId, name: user.name }
    const id = await takeUpload(db, firmware, upload, { by, now })
    const [image] = await selectImages(db, scopeOf(user), { id })
    if (image === undefined) throw new Problem('firmware.image_unknown')
    return present(image)
  }

  return {
    listFirmwareTypes: async ({ db, user }) => ({
      types: await selectFirmwareTypes(db, scopeOf(user)),
      canUpload: firmware.root !== null && (await isTopDepartment(db, user.departmentId)),
    }),

    listFirmwareImages: async ({ db, user, query: { type } }) => {
      if (!(await isFirmwareType(db, type))) throw new Problem('firmware.type_unknown')
      const images = await selectImages(db, scopeOf(user), { type })
      return { files: images.map(present).sort((a, b) => compareVersions(b.version, a.version)) }
    },

    uploadFirmware: async ({ db, user, body, clock }) => {
      await checkInCharge(db, user)
      return body.read(async ({ fields, file: { name, content } }) => {
        const { type, release } = readFields(fields)
        const upload = await begin(
          db,
          user,
          { type, name: name.slice(0, LONGEST_NAME), release, size: null },
          clock.now(),
        )
        const { firmwareUploadId: uploadId, size } = upload
        // one in parts that was left may have begun with the same release
        await firmware.files.removeUpload(uploadId)
        const problem = await firmware.files.append({ uploadId, offset: 0, size }, content)
        if (problem !== null) throw problemOf(problem)
        if ((await firmware.files.offsetOf(uploadId)) < size) throw new Problem('firmware.other_size')
        return { file: await finish(db, user, upload, clock.now()) }
      })
    },

    beginFirmwareUpload: async ({ db, user, body, clock }) => {
      await checkInCharge(db, user)
      return presentUpload(await begin(db, user, body, clock.now()))
    },

    getFirmwareUpload: async ({ db, user, params: { uploadId } }) =>
      presentUpload(await uploadOf(db, user, uploadId)),

    continueFirmwareUpload: async ({ db, user, params: { uploadId }, query: { offset }, body, clock }) => {
      await checkInCharge(db, user)
      const upload = await uploadOf(db, user, uploadId)
      const { size } = upload
      const problem = await firmware.files.append({ uploadId, offset, size }, body)
      if (problem !== null) throw problemOf(problem)
      await touchUpload(db, uploadId, clock.now())
      const shown = await presentUpload(upload)
      if (shown.offset < size) return shown
      return { ...shown, offset: size, image: await finish(db, user, upload, clock.now()) }
    },

    cancelFirmwareUpload: async ({ db, user, params: { uploadId } }) => {
      await uploadOf(db, user, uploadId)
      await db.transaction().execute((trx) => deleteUpload(trx, uploadId))
      await firmware.files.removeUpload(uploadId)
      return {}
    },

    changeFirmwareImage: async ({ db, user, params: { imageId }, body: { state }, clock }) => {
      await checkInCharge(db, user)
      const removed = await db.transaction().execute(async (trx) => {
        const image = await lockImage(trx, imageId)
        if (image === undefined) throw new Problem('firmware.image_unknown')
        const isRemoved = state === 'withdrawn' && image.state === 'draft'
        if (isRemoved) await deleteImage(trx, imageId)
        else await updateImageState(trx, imageId, state)
        await addAudit(trx, {
          at: clock.now(),
          by: { accountId: user.accountId, name: user.name },
          storeId: null,
          kind: state === 'released' ? 'firmware.release' : 'firmware.withdraw',
          subject: `${image.firmwareTypeId} ${image.version}`,
          outcome: 'done',
        })
        return isRemoved && !(await isHashUsed(trx, image.sha256)) ? image.sha256 : null
      })
      if (removed !== null) await firmware.files.remove(removed)
      return {}
    },
  }
}

const LONGEST_NAME = 200

/** The fields of a form. @throws Problem `request.malformed` */
function readFields(fields: ReadonlyMap<string, string>): {
  readonly type: string
  readonly release: Release
} {
  const type = fields.get('dev-type')
  const text = fields.get('release')
  if (type === undefined) throw new Problem('request.malformed', {}, { 'dev-type': 'missing' })
  if (text === undefined) throw new Problem('request.malformed', {}, { release: 'missing' })
  try {
    return { type, release: z.parse(releaseShape, JSON.parse(text)) }
  } catch {
    throw new Problem('request.malformed', {}, { release: 'format' })
  }
}

/** Images are of all departments: whoever changes what all may install stands above all of them. */
async function checkInCharge(db: Db, { departmentId }: SignedIn): Promise<void> {
  if (!(await isTopDepartment(db, departmentId))) throw new Problem('access.owner')
}

async function uploadOf(db: Db, { accountId }: SignedIn, uploadId: string): Promise<UploadRow> {
  const upload = await selectUpload(db, accountId, uploadId)
  if (upload === undefined) throw new Problem('firmware.upload_unknown')
  return upload
}

function problemOf(problem: PartProblem): Problem {
  switch (problem) {
    case 'offset':
      return new Problem('firmware.upload_offset')
    case 'too_large':
      return new Problem('firmware.other_size')
    case 'disk_full':
      return new Problem('firmware.disk_full')
  }
}

function present({ manifest, ...image }: ShownImage): WireFirmwareImage {
  return {
    ...image,
    id: image.id as FirmwareImageId,
    min: manifest.min,
    isRollback: manifest.rollback,
    signedAt: epochMs(manifest.made),
    expiresAt: epochMs(manifest.expires),
  }
}
