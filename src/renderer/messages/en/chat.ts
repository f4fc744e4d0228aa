import type { Catalogue } from '../message.ts'

export const chat = {} as const satisfies Catalogue
