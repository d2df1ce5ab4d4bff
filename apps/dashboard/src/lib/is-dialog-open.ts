/** Whether a dialog waits for an answer: its keys are not those of the page. A toast has the role of one, and waits for nobody. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]:not(.toast), [role="alertdialog"]:not(.toast)') !== null
}
