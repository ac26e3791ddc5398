/** Whether somebody plays with the keyboard: her last step was a key, not a pointer. */
let keys = false

if (typeof window !== 'undefined') {
  window.addEventListener('keydown', () => (keys = true), true)
  window.addEventListener('pointerdown', () => (keys = false), true)
}

export const byKeyboard = (): boolean => keys

/** For her, the place that is lost when what she chose goes away is found again. */
export function lostPlace(): boolean {
  const at = document.activeElement
  return keys && (!at || at === document.body)
}
