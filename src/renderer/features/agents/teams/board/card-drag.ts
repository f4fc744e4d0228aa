import { CardId } from '#shared/team/card.ts'

/** The drag type of a card, which distinguishes it from a file. */
export const CARD_TYPE = 'application/x-orrery-card'

/** The card that is dropped; null when it is something else. */
export function draggedCard(transfer: Pick<DataTransfer, 'getData'>): CardId | null {
  const id = CardId.safeParse(Number(transfer.getData(CARD_TYPE)))
  return id.success ? id.data : null
}
