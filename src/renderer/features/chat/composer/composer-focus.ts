/** Puts the focus where the person writes. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer]')?.focus({ preventScroll: true })
}
