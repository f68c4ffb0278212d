/**
 * What a page meets on a busy machine now and then, always: answers, messages and effects come up to `most` ms late.
 * @param {number} most
 */
(most) => {
  const after = window.setTimeout.bind(window);
  const ask = window.fetch.bind(window);
  const late = () => most * Math.random() ** 2;
  const wait = () => new Promise((done) => after(done, late()));

  window.setTimeout = (run, ms, ...given) => after(run, ms ?? late(), ...given); // preact runs effects so
  window.fetch = async (...asked) => {
    await wait();
    const answer = await ask(...asked);
    await wait();
    return answer;
  };

  window.WebSocket = class extends WebSocket {
    /** @param {[url: string]} given */
    constructor(...given) {
      super(...given);
      let before = Promise.resolve();
      super.addEventListener('message', (event) => {
        before = before.then(wait).then(() => this.heard?.(event)); // late, but in order
      });
    }

    /** @param {((event: MessageEvent) => void) | null} heard */
    set onmessage(heard) {
      this.heard = heard;
    }
  };
}
