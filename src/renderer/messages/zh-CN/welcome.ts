import type { welcome as en } from '../en/welcome.ts'
import { translationOf } from '../message.ts'

export const welcome = translationOf<typeof en>()({})
