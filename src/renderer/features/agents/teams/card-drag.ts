import { CardId } from '#shared/team/card.ts'

/** What is dragged over a board is a card only with this type: a file from outside is none. */
export const CARD_TYPE = 'application/x-orrery-card'

/** The card that is dropped; null when it is something else. */
export function draggedCard(transfer: Pick<DataTransfer, 'getData'>): CardId | null {
  const id = CardId.safeParse(Number(transfer.getData(CARD_TYPE)))
  return id.success ? id.data : null
}
