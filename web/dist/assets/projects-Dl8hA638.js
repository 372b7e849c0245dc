import{x as r,a as s}from"./index-8Ntrqoxe.js";function o(){return r("projects",e=>s.list({signal:e}),e=>e.kind==="project")}export{o as u};
