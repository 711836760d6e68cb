// Offers to finish the game as soon as the engine says that it needs no more choices.
/** @import { Game } from './game.js' */
/** @import { Reply } from './types.js' */

import { element, isTouchOnly } from './dom.js';
import { say } from './messages.js';

/** How long the player must have paused before the engine is asked, in milliseconds. */
const PAUSE = 350;

export class FinishOffer {
  #timer = 0;
  /** Was the game on the table offered to be finished? It is said once. */
  #isSaid = false;

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /**
   * Takes the offer back, and asks anew if every card of the position is known.
   * @param {Reply} reply
   * @param {boolean} fresh
   */
  follow(reply, fresh) {
    clearTimeout(this.#timer);
    element('offer').hidden = true;
    if (fresh) this.#isSaid = false;
    if (reply.status !== 'open' || reply.unseen || !reply.made) return;
    this.#timer = window.setTimeout(() => this.#ask(reply), PAUSE);
  }

  /**
   * The engine keeps nothing: it is asked what the command would do.
   * @param {Reply} reply
   */
  async #ask({ save }) {
    const found = await this.game.engine.play({ save }, 'finish').catch(() => null);
    if (found?.status !== 'won' || this.game.reply?.save !== save) return;
    element('offer').hidden = false;
    if (!this.#isSaid) say(`The game can be finished now${isTouchOnly() ? '' : ': F'}.`);
    this.#isSaid = true;
  }
}
