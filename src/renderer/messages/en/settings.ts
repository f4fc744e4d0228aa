import type { Catalogue } from '../message.ts'

export const settings = {} as const satisfies Catalogue
