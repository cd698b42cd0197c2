/** The address that dials a telephone number as people write it: `02-2345 #67` is an extension after a pause. */
export function dialled(phone: string): string | null {
  const [number = '', extension = ''] = phone.split(/[#x]/)
  const digits = number.replace(/[^0-9]/g, '')
  if (digits === '') return null
  const pause = extension.replace(/[^0-9]/g, '')
  return `tel:${number.trim().startsWith('+') ? '+' : ''}${digits}${pause === '' ? '' : `,${pause}`}`
}
