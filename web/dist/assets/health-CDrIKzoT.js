import{R as a}from"./index-Cb8MHu6O.js";const h={ready:e=>a("GET /health/ready",{},e),live:e=>a("GET /health/live",{},e),metrics:e=>a("GET /metrics",{},e)};export{h};
