const LONGEST_SIDE_PX = 1_600
const QUALITY = 0.85

/** Width and height after the longer side was brought down to the limit; small pictures stay as they are. */
export function shrunkSize(width: number, height: number): { width: number; height: number } {
  const factor = Math.min(1, LONGEST_SIDE_PX / Math.max(width, height))
  return { width: Math.round(width * factor), height: Math.round(height * factor) }
}

/**
 * A photo small enough to be sent from a store. It is redrawn, upright, so that nothing but the picture is
 * left: no place, no camera, no time.
 * @returns `null` for a file that the browser cannot show
 */
export async function shrinkPhoto(file: File): Promise<File | null> {
  try {
    const picture = await createImageBitmap(file)
    const { width, height } = shrunkSize(picture.width, picture.height)
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
    picture.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return blob && new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: blob.type })
  } catch {
    return null
  }
}
