/** Puts the focus where the person writes: in the chat that has the focus, or had it last. */
export function focusComposer(): void {
  const places = [document.activeElement?.closest('[data-chat-pane]'), activeChat(), document]
  const boxes = places.map((place) => place?.querySelector<HTMLElement>('[data-composer]'))
  boxes.find((box) => box !== null && box !== undefined)?.focus({ preventScroll: true })
}

/** Returns the pane of the chat that keys without a place of their own mean; null outside the chat screen. */
export const activeChat = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-chat-pane="active"]')

/** After a row is taken out, the focus goes to the same button of the next one, so that several can be. */
export function focusAfterRow(row: HTMLElement | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const button = beside?.querySelector<HTMLElement>('[data-remove]')
  if (button instanceof HTMLElement) button.focus()
  else focusComposer()
}
