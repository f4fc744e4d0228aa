import { PLACE_SCENES } from './place-scenes.ts'
import { lookAtEach } from './sample-window.ts'

lookAtEach(PLACE_SCENES)
