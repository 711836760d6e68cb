// The rules of a game as a form in words. The engine knows the rules, their values and what follows
// from a change; the form asks it after every change.
/** @import { Choice, Engine, FormReply } from './types.js' */

import { make, select } from './dom.js';

export class RulesForm {
  /**
   * @param {Engine} engine
   * @param {string} name The game.
   * @param {string} kept What was kept of the rules chosen before.
   * @param {(choice: Choice) => boolean} isShown Is this rule asked for?
   */
  constructor(engine, name, kept, isShown) {
    this.engine = engine;
    this.name = name;
    this.kept = kept;
    this.isShown = isShown;
    this.fields = make('div', { class: 'fields' });
    this.error = make('p', { role: 'alert' });
    /**
     * Is told of every new state of the form.
     * @type {(form: FormReply, isChanged: boolean) => void}
     */
    this.changed = () => {};
  }

  /**
   * Makes changes, each `rule=value` or `standard`, and shows the form. A change that is refused is
   * explained, and the form stays as it was.
   * @param {string[]} change
   */
  async change(change) {
    const { engine, name, kept } = this;
    const form = await engine.form({ name, kept, change });
    this.error.textContent = form.refused ?? '';
    this.kept = form.kept;
    const focused = document.activeElement?.id;
    this.fields.replaceChildren(
      ...form.choices.filter(this.isShown).flatMap((choice) => this.#control(choice)),
    );
    if (focused) document.getElementById(focused)?.focus();
    this.changed(form, change.length > 0);
  }

  /** @param {Choice} choice */
  #control({ name, words, help, value, values, differs }) {
    const id = `form-${name}`;
    const label = make('label', { for: id, title: help }, words);
    label.classList.toggle('changed', differs);
    // What has no list of values is typed.
    const control = values.length
      ? select(
          id,
          values.map(({ setting, words }) => [setting, words]),
        )
      : make('input', { id, type: 'text', autocomplete: 'off' });
    control.value = value;
    control.addEventListener('change', () => {
      this.change([`${name}=${control.value}`]).catch(({ message }) => {
        this.error.textContent = message;
      });
    });
    return [label, control];
  }
}
