/** Returns the id of a row of a list. The field above the list names its active row by it. */
export const optionId = (list: string, index: number): string => `${list}-${index}`
