/** Whether a text can be handed to a program: no system takes a NUL character in an argument. */
export const hasNoNul = (text: string): boolean => !text.includes('\0')

export const NUL_PROBLEM = 'It cannot contain a NUL character.'
