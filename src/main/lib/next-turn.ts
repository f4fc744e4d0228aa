/** Resolves when what was begun has had its chance to leave the process. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
