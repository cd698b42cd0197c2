/// <reference path="./novnc.d.ts" />
/** noVNC is large, so it comes when a screen is first shown live or played. */
export async function loadViewer() {
  const { default: Viewer } = await import('@novnc/novnc')
  return Viewer
}
