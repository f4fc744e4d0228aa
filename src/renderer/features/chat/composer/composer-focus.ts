/** Puts the focus where the person writes. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer]')?.focus({ preventScroll: true })
}

/** After a row is taken out, the focus goes to the same button of the next one, so that several can be. */
export function focusAfterRow(row: HTMLElement | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const button = beside?.querySelector<HTMLElement>('[data-remove]')
  if (button instanceof HTMLElement) button.focus()
  else focusComposer()
}
