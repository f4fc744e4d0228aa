import type { Catalogue } from '../message.ts'

export const welcome = {} as const satisfies Catalogue
