// Learning a game by playing: the lessons to choose from, and what to do next, above the table. The
// engine knows the lessons, and where the player is in one.
/** @import { Board } from './board.js' */
/** @import { Act } from './dialogs.js' */
/** @import { Game } from './game.js' */
/** @import { Dealer } from './new-game.js' */
/** @import { Reply } from './types.js' */

import { show } from './dialog.js';
import { button, element, make } from './dom.js';
import { miniature } from './miniature.js';

/**
 * Opens the list of lessons.
 * @param {Dealer} dealer
 */
export async function showLessons(dealer) {
  const { lessons } = await dealer.games();
  const tiles = lessons.map(({ name, title }) => {
    const picture = make('span', { class: 'picture' });
    dealer.game.engine.play({ lesson: name }).then(
      (scene) => picture.replaceChildren(miniature(scene)),
      () => {
        // The tile does without a picture.
      },
    );
    const begin = async () => {
      if (await dealer.open({ lesson: name })) dialog.close();
    };
    const tile = make(
      'button',
      { type: 'button', class: 'tile', 'data-lesson': name, click: begin },
      picture,
      make('b', {}, title),
    );
    return make('li', {}, tile);
  });
  const dialog = show(
    'Learn a game',
    make('p', {}, 'Each lesson takes about a minute. You play, and Talon says what comes next.'),
    make('ul', { class: 'tiles' }, ...tiles),
  );
  dialog.classList.add('lessons');
}

/** What to do next in a lesson, above the table. */
export class Coach {
  #root = element('coach');

  /**
   * @param {Game} game
   * @param {Board} board
   * @param {Act} act
   */
  constructor(game, board, act) {
    this.game = game;
    this.board = board;
    this.act = act;
  }

  /**
   * Shows where the player is, and marks the cards that come next.
   * @param {Reply} reply
   */
  follow({ lesson }) {
    this.#root.hidden = !lesson;
    if (!lesson) {
      this.#root.replaceChildren();
      return;
    }
    const { words, step, of, next, marks, astray, done } = lesson;
    this.#root.setAttribute('aria-label', lesson.title);
    this.#root.dataset.next = next ?? '';
    this.#root.replaceChildren(
      make('progress', {
        max: String(of),
        value: String(done ? of : step - 1),
        'aria-label': `Step ${step} of ${of}`,
      }),
      make('p', {}, words),
      ...(next ? [button('Show me', () => this.game.do({ play: next }))] : []),
      ...(astray ? [button('Undo', () => this.act('undo'), 'main')] : []),
      ...(done
        ? [
            button('Play on', () => this.game.do('end-lesson'), 'main'),
            button('Learn another', () => this.act('learn')),
          ]
        : []),
      make(
        'button',
        { type: 'button', 'aria-label': 'End the lesson', click: () => this.game.do('end-lesson') },
        '✕',
      ),
    );
    for (const { pile, count } of marks) this.board.mark(pile, count);
  }
}
