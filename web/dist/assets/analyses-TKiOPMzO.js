import{Z as s}from"./index-DbF9t-W-.js";const p={ofBook:(a,o)=>s("POST /api/projects/{project_id}/analyses",{path:{project_id:a},body:o===void 0?{}:{checks:o}},{isLong:!0})};export{p as a};
