let isPressed = false
const press = () => {
  isPressed = true
}
const release = () => {
  isPressed = false
}
// rules of forms are judged without a browser as well
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', press, true)
  window.addEventListener('pointerup', release, true)
  window.addEventListener('pointercancel', release, true)
}

/** At once; during a press after it, so that what appears does not move the pressed button away from the pointer. */
export function afterPress(work: () => void): void {
  if (!isPressed) {
    work()
    return
  }
  const end = () => {
    window.removeEventListener('pointerup', end)
    window.removeEventListener('pointercancel', end)
    setTimeout(work)
  }
  window.addEventListener('pointerup', end)
  window.addEventListener('pointercancel', end)
}
