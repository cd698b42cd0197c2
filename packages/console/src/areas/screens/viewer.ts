/// <reference path="./novnc.d.ts" />
import Viewer from '@novnc/novnc'
import { VIEWER_PLACE } from './viewer-place'

Reflect.set(globalThis, VIEWER_PLACE, Viewer)
