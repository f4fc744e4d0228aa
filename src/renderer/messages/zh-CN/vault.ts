import type { vault as en } from '../en/vault.ts'
import { translationOf } from '../message.ts'

export const vault = translationOf<typeof en>()({})
