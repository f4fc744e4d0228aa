import type { Catalogue } from '../message.ts'

export const errors = {} as const satisfies Catalogue
