import type { errors as en } from '../en/errors.ts'
import { translationOf } from '../message.ts'

export const errors = translationOf<typeof en>()({})
